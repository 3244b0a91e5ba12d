// The first page of a site: on to the reader's language.

const spoken = ["en", "de", "nl"];
let language = "";
try {
  language = localStorage.getItem("triarchy.language") ?? "";
} catch {
  // Private windows may forbid it: as the browser says.
}
if (!spoken.includes(language)) {
  language = navigator.languages.map((each) => each.slice(0, 2)).find((each) => spoken.includes(each)) ?? "en";
}
location.replace(`${language}/index.html${location.hash}`);
