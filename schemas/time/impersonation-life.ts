/** Milliseconds after which an impersonation ends by itself: an hour is enough to look at a problem (D-64). */
export const impersonatedFor = 60 * 60 * 1000
