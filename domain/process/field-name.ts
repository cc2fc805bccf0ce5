export const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
