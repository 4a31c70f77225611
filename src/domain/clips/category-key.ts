export const CATEGORY_KEY = /^[a-z0-9_]{1,64}$/
