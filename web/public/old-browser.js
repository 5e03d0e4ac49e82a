// Only browsers without modules run this file, so it is written in the JavaScript of 1999.
document.getElementById('old-browser').removeAttribute('hidden');
