const { shop } = require('./shop.cjs');

shop().then(console.log);
