// The card fields. The page around them never sees a number: it sends {type: 'submit'} or {type: 'reset'}, and is sent
// {type: 'ready', height}, {type: 'token', token, brand, last4} or {type: 'error', message}.

const { appOrigin = '', key = '' } = document.documentElement.dataset
const form = /** @type {HTMLFormElement} */ (document.querySelector('form'))
const error = /** @type {HTMLElement} */ (document.querySelector('#error'))

/** @param {object} message */
const tell = (message) => window.parent.postMessage(message, appOrigin)

/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name))

/** @param {string} message @param {string | undefined} name of the field that it is about */
const show = (message, name = 'number') => {
  error.textContent = message
  for (const input of form.querySelectorAll('input')) input.removeAttribute('aria-invalid')
  if (message === '') return
  field(name)?.setAttribute('aria-invalid', 'true')
  field(name)?.focus()
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
    show(empty.name === 'number' ? 'Your card number is incomplete.' : 'Your card details are incomplete.', empty.name)
    return
  }
  try {
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch('/v1/payment_methods', { method: 'POST', headers, body: order() })
    const answer = await response.json()
    if (response.ok) tell({ type: 'token', token: answer.id, brand: answer.card.brand, last4: answer.card.last4 })
    else show(answer.error.message, fieldOf[answer.error.param])
  } catch {
    show('The payment provider cannot be reached. Please try again.')
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void submit()
})
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') form.requestSubmit()
})
window.addEventListener('message', ({ origin, source, data }) => {
  if (origin !== appOrigin || source !== window.parent) return
  if (data?.type === 'submit') void submit()
  if (data?.type !== 'reset') return
  form.reset()
  show('')
})

tell({ type: 'ready', height: document.documentElement.scrollHeight })
