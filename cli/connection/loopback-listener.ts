import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '#cli/failure.ts'

const page = `<!doctype html>
<html lang="en"><title>Siteledger</title><p>The command line has its answer. You can close this window.</p></html>
`

const headers = {
  connection: 'close',
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
}

/** '1 minute', '15 minutes'. */
export const inWords = (minutes: number): string => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`

export type LoopbackListener = {
  /** The redirect that it waits at. */
  redirect: string
  /** The parameters of the answer. Rejects with Failure when there is none within the minutes. */
  answer: Promise<URLSearchParams>
  close: () => void
}

/**
 * Waits on a free port of this machine for the answer with this state (RFC 8252, 7.3). Whatever else asks there, such as
 * a page that tries ports, is told that there is nothing, and ends nothing.
 */
export const openLoopbackListener = async (state: string, minutes: number): Promise<LoopbackListener> => {
  const { promise: answer, resolve, reject } = Promise.withResolvers<URLSearchParams>()
  const server = createServer(({ url = '', method }, response) => {
    const target = URL.parse(url, 'http://127.0.0.1')
    const isAnswer = method === 'GET' && target?.pathname === '/' && target.searchParams.get('state') === state
    response.writeHead(isAnswer ? 200 : 404, headers)
    response.end(isAnswer ? page : '', () => {
      if (isAnswer) resolve(target.searchParams)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const unanswered = new Failure(`No one has answered in the browser for ${inWords(minutes)}. Nothing was done.`)
  const late = setTimeout(() => reject(unanswered), minutes * 60_000)
  return {
    redirect: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    answer,
    close: () => {
      clearTimeout(late)
      server.close()
      // Browsers open connections ahead, which would keep the process.
      server.closeAllConnections()
    },
  }
}
