import type { Request } from 'express'

/** The value of a request's cookie; undefined without one. */
export const cookieOf = ({ headers }: Request, name: string): string | undefined =>
  headers.cookie
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
