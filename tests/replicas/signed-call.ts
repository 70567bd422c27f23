import { createHash, createHmac } from 'node:crypto'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Who calls an S3 server, and in which region it says to be. */
export type Caller = { key: string; secret: string; region: string }

/**
 * A call signed by Signature V4 for an S3 server: what sets a test up and looks at its end, apart from the client that is
 * tested. Queries have one parameter at most.
 */
export const signedCall = async (
  method: string,
  url: string,
  { key, secret, region }: Caller,
  body = '',
): Promise<string> => {
  const { host, pathname, search } = new URL(url)
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const headers = { host, 'x-amz-content-sha256': sha256(body), 'x-amz-date': time }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const request = [method, pathname, search.slice(1), lines.join(''), names, sha256(body)].join('\n')
  const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const signature = hmac(signingKey, ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${key}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  const answer = await fetch(url, {
    method,
    headers: { ...headers, authorization },
    ...(method === 'PUT' && { body }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`)
  return text
}
