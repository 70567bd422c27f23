import { readFileSync } from 'node:fs'
import type { Reply } from './api-calls.ts'
import { intentOfSecret } from './authenticate-payer.ts'
import { shownAmount } from './billing/money.ts'
import { ApiError } from './errors.ts'
import type { Store } from './store.ts'

export type FrameSetup = { store: Store; publishableKey: string; appOrigin: string }

/** The files that may be asked for. */
const files: { [path: string]: URL } = {
  '/card': new URL('./frames/card.html', import.meta.url),
  '/confirm': new URL('./frames/confirm.html', import.meta.url),
  '/frames/app-page.js': new URL('./frames/app-page.js', import.meta.url),
  '/frames/card.js': new URL('./frames/card.js', import.meta.url),
  '/frames/confirm.js': new URL('./frames/confirm.js', import.meta.url),
  '/frames/frame.css': new URL('./frames/frame.css', import.meta.url),
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)

/**
 * The bank's question to the cardholder.
 * @throws {ApiError} when the secret belongs to no payment or setup
 */
const questionOf = (store: Store, secret: string): string => {
  const intent = intentOfSecret({ store }, secret)
  return intent.object === 'setup_intent'
    ? 'Do you allow this card to be charged later?'
    : `Do you confirm a payment of ${shownAmount(intent.amount, intent.currency)}?`
}

const typeOf = (path: string): string => {
  if (path.endsWith('.js')) return 'text/javascript'
  return path.endsWith('.css') ? 'text/css' : 'text/html'
}

/** The pages of the sandbox that the app shows within its own, and their files; undefined for any other path. */
export const answerFrame = ({ store, publishableKey, appOrigin }: FrameSetup, url: URL): Reply => {
  const { pathname } = url
  const file = Object.hasOwn(files, pathname) ? files[pathname] : undefined
  if (file === undefined) return undefined
  const type = typeOf(pathname)
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${appOrigin}`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  }
  try {
    const question = pathname === '/confirm' ? questionOf(store, url.searchParams.get('client_secret') ?? '') : ''
    const values: { [name: string]: string } = { 'app-origin': appOrigin, 'publishable-key': publishableKey, question }
    const text = readFileSync(file, 'utf8')
    const body =
      type === 'text/html' ? text.replaceAll(/\{([a-z-]+)\}/g, (_, name) => escaped(values[name] ?? '')) : text
    return { status: 200, headers, body }
  } catch (error) {
    if (error instanceof ApiError)
      return { status: 404, headers: { ...headers, 'content-type': 'text/plain' }, body: error.message }
    throw error
  }
}
