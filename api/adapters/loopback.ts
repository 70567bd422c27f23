const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Whether an address leads to this machine, so that nobody on a network hears what is said. */
export const isLoopback = (url: string): boolean => loopback.includes(new URL(url).hostname.toLowerCase())

/** The fault of an address that people sign in at; undefined if it is https or of this machine alone. */
export const plainAddressWarning = (appUrl: string): string | undefined =>
  appUrl.startsWith('http:') && !isLoopback(appUrl)
    ? 'APP_URL is http: passwords travel readable. Put https in front and name it.'
    : undefined
