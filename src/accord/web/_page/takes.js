// What every view offers to take away: a page in one file, tables, pictures, and the commands that make the same.

import { save } from "./api.js";
import { announce, button, h } from "./dom.js";
import { failure } from "./region.js";

/** A card with downloads of a result and the commands that compute it. */
export function takeaways(of, question, commands, more = []) {
  const body = { of, ...question };
  const offers = [
    ["Page (HTML)", "report", body, `${of}.html`],
    ["Table (CSV)", "tables", { ...body, format: "csv" }, `${of}.csv`],
    ["Data (JSON)", "tables", { ...body, format: "json" }, `${of}.json`],
    ["LaTeX", "tables", { ...body, format: "latex" }, `${of}.tex`],
    ["Markdown", "tables", { ...body, format: "markdown" }, `${of}.md`],
    ...more,
  ];
  return takesCard(offers.map((offer) => download(...offer)), commands);
}

/** A card of buttons that save something, and of commands. */
export function takesCard(buttons, commands) {
  return h(
    "section.card",
    { "aria-labelledby": "take" },
    h("h2#take", "Take it with you"),
    h("p.takes", buttons, copyButton("Copy link", () => location.href)),
    commands ? commandLines(commands) : null,
  );
}

/** `note` says what to do before the commands, such as to save what was edited here. */
function commandLines({ shell, python, note }) {
  return [
    note ? h("p.quiet", `To compute the same elsewhere, ${note}.`) : null,
    command("In the shell", shell),
    command("In Python", python),
  ];
}

export function download(words, path, body, filename) {
  const press = async () => {
    offer.disabled = true;
    try {
      await save(path, body, filename);
      announce(`${words} is saved`);
    } catch (error) {
      offer.closest("section, dialog").append(failure(error));
    }
    offer.disabled = false;
  };
  const offer = button(words, press);
  return offer;
}

function command(title, text) {
  if (!text) return null;
  return h("div.command", h("h3", title), h("pre", { tabindex: 0, "aria-label": title }, h("code", text)), copyButton("Copy", () => text, `Copy: ${title}`));
}

function copyButton(words, text, label) {
  const copy = button(words, async () => {
    // Browsers give no access to the clipboard to a page that came without encryption from another machine.
    const isCopied = await writeToClipboard(text());
    copy.textContent = isCopied ? "Copied" : "Not copied: the browser refuses";
    announce(copy.textContent);
    setTimeout(() => (copy.textContent = words), 1500);
  }, label ? { "aria-label": label } : {});
  return copy;
}

async function writeToClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
