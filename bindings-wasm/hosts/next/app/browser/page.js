'use client';

import { useEffect, useState } from 'react';
import { shop } from '../../shop.js';

export default function Page() {
  const [text, setText] = useState('');
  useEffect(() => {
    shop()
      .catch((error) => `${error.name}: ${error.message}`)
      .then(setText);
  }, []);
  return <p>{text}</p>;
}
