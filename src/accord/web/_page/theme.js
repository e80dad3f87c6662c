// The theme is that of the system until the button is pressed; the choice is shared with reports.

export function setUpTheme() {
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  const stored = localStorage.getItem("accord-theme");
  if (stored === "dark" || stored === "light") root.dataset.theme = stored;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    localStorage.setItem("accord-theme", root.dataset.theme);
    show();
  });
  system.addEventListener("change", show);
  show();
}
