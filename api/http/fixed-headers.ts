import type { OutgoingHttpHeaders } from 'node:http'
import type { Express, Request, RequestHandler, Response } from 'express'

/** The headers that a middleware sets on every answer alike, names in lower case. */
export const headersSetBy = (middleware: RequestHandler): OutgoingHttpHeaders => {
  const set: OutgoingHttpHeaders = {}
  const setHeader = (name: string, value: string) => {
    set[name.toLowerCase()] = value
  }
  middleware({} as Request, { setHeader, removeHeader: () => {} } as unknown as Response, () => {})
  return set
}

/** As Node has it; a text in the place of the headers is a reason for the status. */
type WriteHead = (this: Response, status: number, ...given: (string | OutgoingHttpHeaders)[]) => Response

/**
 * Gives every answer these headers, save where it says something else itself. They are added as its head is written: an
 * answer that hands all of its own to `writeHead` has none of them looked at twice.
 */
export const fixHeaders = (app: Express, headers: OutgoingHttpHeaders): void => {
  const writeHead = app.response.writeHead as WriteHead
  const fixed: WriteHead = function (status, ...given) {
    const [own] = given
    if (typeof own === 'object' && this.getHeaderNames().length === 0) {
      return writeHead.call(this, status, { ...headers, ...own })
    }
    for (const name in headers) if (!this.hasHeader(name)) this.setHeader(name, headers[name] ?? '')
    return writeHead.call(this, status, ...given)
  }
  app.response.writeHead = fixed as Response['writeHead']
}
