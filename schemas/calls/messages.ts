/** The message of a form when the server gives no detail. */
export const somethingWentWrong = 'Something went wrong. Please try again or contact customer support.'

/** The error under `name` when a team has as many sites as its plan allows. */
export const noMoreSites = "Your current plan doesn't allow you to create more sites, please upgrade your subscription."
