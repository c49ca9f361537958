// The formats of an order's texts, simplified.

export const EMAIL = /^[^@ ]+@[^@ ]+$/;
export const DATE = /^\d{4}-\d\d-\d\d$/;
export const CURRENCY = /^[A-Z]{3}$/;
export const LANGUAGE = /^[a-z]{2}(-[A-Z]{2})?$/;
