const second = 1000
const day = 24 * 60 * 60 * second

// Milliseconds that codes, tokens and consents of apps live (D-108).

/** A code waits for nothing but a redirect. */
export const codeLasts = 60 * second
export const accessLasts = 60 * 60 * second
/** A refresh token that nobody uses. */
export const refreshLasts = 30 * day
/** A consent in all, however often its tokens are refreshed. */
export const grantLasts = 365 * day
/** How long after the consent a confidential app gets another code without the user being asked (D-115). */
export const unaskedLasts = 30 * day
/** A request for consent that its user has not answered. */
export const consentRequestLasts = 10 * 60 * second
