// The token of a server that asks for one: kept for this visit only.

import { all } from "./dom.js";

let asking = null;

/** Ask once, however many questions wait for the token. */
export function askForToken({ wasWrong }) {
  asking ??= new Promise((resolve) => {
    const dialog = document.getElementById("token");
    const [form] = all("form", dialog);
    document.getElementById("token-wrong").hidden = !wasWrong;
    form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        sessionStorage.setItem("accord-token", form.elements.token.value.trim());
        form.reset();
        dialog.close();
        asking = null;
        resolve();
      },
      { once: true },
    );
    // Without a token there is nothing to see: Escape does not close it.
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    dialog.showModal();
  });
  return asking;
}
