/** An address on this very machine by its number, apart from the port: there a program takes whichever is free. */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/

const withoutPort = (redirect: string): string | undefined => {
  const [, host, port = '80', rest] = loopback.exec(redirect) ?? []
  return host === undefined || Number(port) > 65_535 ? undefined : `${host} ${rest}`
}

/**
 * Whether an app may be answered at a redirect: one that it has registered, as the same text; only the port is free on
 * the loopback addresses (RFC 8252, 7.3). Nothing is normalised: what looks alike is another redirect.
 */
export const isRegisteredRedirect = (registered: readonly string[], redirect: string): boolean => {
  const place = withoutPort(redirect)
  return registered.some((each) => each === redirect || (place !== undefined && withoutPort(each) === place))
}
