// The dialog of a bank that wants a payment to be confirmed. The page around it is sent {type: 'confirmed', outcome},
// or {type: 'error', message}.

import { hear, tell } from './app-page.js'

const error = /** @type {HTMLElement} */ (document.querySelector('#error'))
const secret = new URLSearchParams(window.location.search).get('client_secret') ?? ''
const buttons = document.querySelectorAll('button')

/** @param {boolean} mayAnswer */
const allow = (mayAnswer) => {
  for (const button of buttons) button.disabled = !mayAnswer
}

/** @param {string} message */
const fail = (message) => {
  error.textContent = message
  allow(true)
  tell({ type: 'error', message })
}

/** @param {string} outcome */
const finish = async (outcome) => {
  allow(false)
  try {
    const body = new URLSearchParams({ client_secret: secret, outcome })
    const response = await fetch('/sandbox/authenticate', { method: 'POST', body })
    if (response.ok) tell({ type: 'confirmed', outcome })
    else fail((await response.json()).error.message)
  } catch {
    fail('The bank cannot be reached. Please try again.')
  }
}

for (const button of buttons) button.addEventListener('click', () => void finish(button.name))
// Until now an answer would have been lost.
allow(true)
hear(() => undefined)
