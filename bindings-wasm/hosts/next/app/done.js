'use client';

import { useEffect } from 'react';

export function Done({ children }) {
  useEffect(() => {
    document.body.dataset.done = '';
  }, []);
  return <p>{children}</p>;
}
