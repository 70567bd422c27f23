import { xml } from './xml.ts'

/** An answer of Braintree with status 422. */
export class Refused extends Error {
  readonly body: string

  constructor(body: string, message: string) {
    super(message)
    this.body = body
  }
}

const answer = (errors: string, message: string, more = ''): string =>
  `<api-error-response><errors><errors type="array"/>${errors}</errors>${xml('message', message)}${more}</api-error-response>`

/** A validation that an attribute of a thing did not pass. */
export const invalid = (of: string, attribute: string, code: string, message: string): Refused => {
  const error = `<error>${xml('attribute', attribute)}${xml('code', code)}${xml('message', message)}</error>`
  return new Refused(answer(`<${of}><errors type="array">${error}</errors></${of}>`, message), message)
}

/** A bank that says no, to a charge or to a verification. */
export const declined = (of: 'transaction' | 'verification', known: object = {}): Refused => {
  const more = xml(of, {
    ...known,
    status: 'processor_declined',
    processorResponseCode: '2000',
    processorResponseText: 'Do Not Honor',
  })
  return new Refused(answer('', 'Do Not Honor', more), 'Do Not Honor')
}

/** Throws for a parameter that Braintree does not document: it would be ignored in silence. */
export const onlyKnown = (body: object, ...known: string[]): void => {
  const other = Object.keys(body).find((name) => !known.includes(name))
  if (other !== undefined) throw new Error(`Braintree knows no parameter ${other}`)
}
