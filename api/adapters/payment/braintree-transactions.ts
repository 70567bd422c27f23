import type braintree from 'braintree'

const paid: readonly string[] = [
  'submitted_for_settlement',
  'settlement_pending',
  'settling',
  'settlement_confirmed',
  'settled',
  'authorized',
  'authorizing',
]

const declined: readonly string[] = ['processor_declined', 'gateway_rejected', 'failed', 'settlement_declined']

/** Whether money moves, or is about to. */
export const isCharged = (status: string): boolean => paid.includes(status)

export const isPaid = ({ type, status }: braintree.Transaction): boolean => type === 'sale' && isCharged(status)
export const isDeclined = ({ type, status }: braintree.Transaction): boolean =>
  type === 'sale' && declined.includes(status)
/** It was to be charged, and was taken back before it was. */
export const isVoided = ({ type, status }: braintree.Transaction): boolean => type === 'sale' && status === 'voided'
