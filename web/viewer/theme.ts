// Light and dark: auto follows the system. The choice is kept where the browser allows it.

const THEMES = ["auto", "light", "dark"] as const;
type Theme = typeof THEMES[number];
const KEY = "firstcontact-theme";

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === value) ?? "auto";
  } catch {
    return "auto";
  }
}

/// Sets the class `dark` on the root element and tells the page's pictures by the event "fc-theme".
export function startTheme(button: HTMLButtonElement): void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  let theme = stored();
  const apply = () => {
    const dark = theme === "dark" || (theme === "auto" && system.matches);
    document.documentElement.classList.toggle("dark", dark);
    button.textContent = {auto: "◐", light: "☀", dark: "☾"}[theme];
    button.setAttribute("aria-label", `Theme: ${theme}`);
    button.title = `Theme: ${theme}`;
    document.dispatchEvent(new Event("fc-theme"));
  };
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A page from disk may have no storage: then the choice lasts as long as the page.
    }
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}
