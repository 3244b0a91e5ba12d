// Light or dark, before anything is drawn: on a server the page comes with it.

try {
  document.documentElement.dataset.theme = localStorage.getItem("triarchy.theme") ?? "auto";
} catch {
  // Private windows may forbid it: as the device says.
}
