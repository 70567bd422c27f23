import braintree from 'braintree'

export type BraintreeAccount = {
  merchantId: string
  publicKey: string
  privateKey: string
  /** Where it is: money moves in `production` alone. */
  environment: 'sandbox' | 'production'
  /** Origin of another API than that of the environment; undefined for none. */
  apiBase: string | undefined
}

export type Gateway = braintree.BraintreeGateway

const { Environment } = braintree

const environmentOf = ({ environment, apiBase }: BraintreeAccount): braintree.Environment => {
  if (apiBase === undefined) return environment === 'production' ? Environment.Production : Environment.Sandbox
  const { hostname, port, protocol } = new URL(apiBase)
  const isSafe = protocol === 'https:'
  const at = port === '' ? (isSafe ? '443' : '80') : port
  return new Environment(hostname, at, apiBase, isSafe, hostname, at)
}

/** The SDK of an account. A call that takes longer than `timeout` milliseconds fails. */
export const openBraintree = (account: BraintreeAccount, timeout = 20_000): Gateway => {
  const { merchantId, publicKey, privateKey } = account
  const gateway = new braintree.BraintreeGateway({
    environment: environmentOf(account),
    merchantId,
    publicKey,
    privateKey,
  })
  gateway.config.timeout = timeout
  return gateway
}
