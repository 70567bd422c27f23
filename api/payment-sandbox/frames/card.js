// The card fields. The page around them never sees a number: it sends {type: 'submit'}, {type: 'reset'} or
// {type: 'show', message}, and is sent {type: 'token', token, brand, last4}, {type: 'error', message} or {type: 'enter'}.

import { hear, tell } from './app-page.js'

const { key = '' } = document.documentElement.dataset
const form = /** @type {HTMLFormElement} */ (document.querySelector('form'))
const error = /** @type {HTMLElement} */ (document.querySelector('#error'))

/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name))

/** @param {string} message @param {string | undefined} name of the field that it is about */
const show = (message, name = 'number') => {
  if (message !== '' && error.textContent === message) return
  error.textContent = message
  for (const input of form.querySelectorAll('input')) input.removeAttribute('aria-invalid')
  if (message === '') return
  field(name)?.setAttribute('aria-invalid', 'true')
  field(name)?.focus()
}

/** @param {string} message @param {string | undefined} [name] of the field that it is about */
const refuse = (message, name) => {
  show(message, name)
  tell({ type: 'error', message })
}

/** @type {{ [param: string]: string }} */
const fieldOf = { exp_month: 'month', exp_year: 'year', cvc: 'cvc' }

const order = () => {
  const values = {
    type: 'card',
    'card[number]': field('number').value.replaceAll(/\D/g, ''),
    'card[exp_month]': field('month').value,
    'card[exp_year]': field('year').value,
    'card[cvc]': field('cvc').value,
    'billing_details[name]': field('name').value,
    'billing_details[address][postal_code]': field('zip').value,
  }
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
}

/** The first field that cannot be left empty and was. */
const missing = () => [...form.querySelectorAll('input')].find((input) => input.required && input.value.trim() === '')

const submit = async () => {
  show('')
  const empty = missing()
  if (empty) {
    refuse(
      empty.name === 'number' ? 'Your card number is incomplete.' : 'Your card details are incomplete.',
      empty.name,
    )
    return
  }
  try {
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch('/v1/payment_methods', { method: 'POST', headers, body: order() })
    const answer = await response.json()
    if (response.ok) tell({ type: 'token', token: answer.id, brand: answer.card.brand, last4: answer.card.last4 })
    else refuse(answer.error.message, fieldOf[answer.error.param])
  } catch {
    refuse('The payment provider cannot be reached. Please try again.')
  }
}

form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('keydown', ({ key: pressed }) => {
  if (pressed === 'Enter') tell({ type: 'enter' })
})
hear(({ type, message = '' }) => {
  if (type === 'submit') void submit()
  if (type === 'show') show(message)
  if (type !== 'reset') return
  form.reset()
  show('')
})
