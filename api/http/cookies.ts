import type { Request } from 'express'

/** The value of a request's cookie; undefined without one. */
export const cookieOf = ({ headers }: Request, name: string): string | undefined => {
  for (const each of headers.cookie?.split(';') ?? []) {
    const cookie = each.trim()
    if (cookie.startsWith(`${name}=`)) return cookie.slice(name.length + 1)
  }
  return undefined
}
