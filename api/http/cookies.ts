import type { Request } from 'express'

/** What a request's cookie of this name holds; undefined without one. */
export const cookieOf = ({ headers }: Request, name: string): string | undefined =>
  headers.cookie
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
