/** Names the call, by which others know that the session is about to end. */
export const signingOut = { mutationKey: ['sign-out'] }
