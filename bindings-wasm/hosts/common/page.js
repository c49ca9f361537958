import { shop } from './shop.js';

shop().then(
  (result) => show(result),
  (error) => show(`${error.name}: ${error.message}`),
);

function show(text) {
  document.body.append(text);
  document.body.dataset.done = '';
}
