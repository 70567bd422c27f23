import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultPlans } from '#schemas/billing/plans.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { givenPageSettings } from '#tests/web/support/page-settings.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { RegistrationForm } from '#web/features/registration/registration-form.tsx'
import type { Invited } from '#web/features/registration/registration-values.ts'

const api = fakeApi()
const spring = { code: 'SPRING', percent_off: 20, amount_off: null, duration: 'once', duration_in_months: null }
beforeEach(() => {
  api.on('GET /spark/plans', () => ({ body: defaultPlans }))
  api.on('GET /geocode/country', () => ({ body: 'ZZ' }))
  api.on('GET /geocode/countries', () => ({ body: [{ code: 'US', name: 'United States' }] }))
  api.on('GET /coupon/SPRING', () => ({ body: spring }))
  api.on('POST /register', () => ({ status: 201, body: { redirect: '/dashboard' } }))
})
const sent = () => api.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)

const openForm = async (invited: Invited = {}) => {
  const onSignedIn = vi.fn()
  const screen = await renderApp(<RegistrationForm invited={invited} onSignedIn={onSignedIn} />)
  return { screen, onSignedIn, submit: screen.getByRole('button', { name: /creat\w+ account$/i }) }
}
type Opened = Awaited<ReturnType<typeof openForm>>

const choose = ({ screen }: Opened, plan: string) => screen.getByRole('radio', { name: plan }).click()

/** The frame of the provider, of the test's own origin; `says` speaks in its place. */
const cardFrameIn = async ({ screen, submit }: Opened) => {
  await expect.element(screen.getByTitle('Card')).toBeInTheDocument()
  const frame = screen.getByTitle('Card').element() as HTMLIFrameElement
  // Until its page is there, the frame has another window.
  await expect.poll(() => frame.contentDocument?.URL).toBe(frame.src)
  const source = frame.contentWindow as Window
  const told: { type: string; message?: string }[] = []
  const says = (data: object) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source }))
  source.postMessage = (message: { type: string }) => {
    told.push(message)
  }
  says({ type: 'ready', height: 100 })
  const asked = () => told.filter(({ type }) => type === 'submit').length
  /** Presses the button, and has the provider answer once it is asked; until then nothing is sent. */
  const answer = async (data: object) => {
    const before = asked()
    const registered = sent().length
    await submit.click()
    await expect.poll(asked).toBe(before + 1)
    expect(sent()).toHaveLength(registered)
    says(data)
  }
  return { told, answer }
}

describe('where no card is wanted up front', () => {
  test('[REG-05] the free plan is chosen, and another with its price is taken with its trial', async () => {
    const form = await openForm()
    const { screen, submit } = form
    await expect.element(screen.getByRole('radio', { name: 'Free, Free' })).toBeChecked()

    await choose(form, 'Starter, £19.00 a month')
    await expect.element(screen.getByText(/^You start with 10 days .* without a card\./)).toBeVisible()
    await submit.click()

    await expect.poll(() => form.onSignedIn.mock.calls).toEqual([['/dashboard']])
    expect(sent()).toMatchObject([{ plan: 'starter-monthly', stripe_token: '' }])
    expect(screen.getByTitle('Card').elements()).toEqual([])
  })

  test('the plan follows from a month to a year', async () => {
    const form = await openForm()
    const { screen, submit } = form
    await choose(form, 'Business, £79.00 a month')

    await screen.getByText('Yearly').click()

    await expect.element(screen.getByRole('radio', { name: 'Business, £790.00 a year' })).toBeChecked()
    await submit.click()
    await expect.poll(sent).toMatchObject([{ plan: 'business-yearly' }])
  })

  test('a guess of the country that comes late leaves the one that was chosen', async () => {
    const guess = Promise.withResolvers<{ body: string }>()
    api.on('GET /geocode/country', () => guess.promise)
    const { screen } = await openForm()
    const country = screen.getByLabelText('Country')
    await screen.getByText('Billing address (optional)').click()
    await country.selectOptions('United States')

    guess.resolve({ body: 'ZZ' })
    await screen.getByLabelText('City').fill('Albany')

    await expect.element(country).toHaveValue('US')
  })

  test('somebody who joins a team sends no plan', async () => {
    const form = await openForm({ invitation: { code: 'abc', team: 'North' }, email: 'ann@example.com' })
    await form.submit.click()

    await expect.poll(sent).toMatchObject([{ invitation: 'abc' }])
    expect(sent()[0]).not.toHaveProperty('plan')
  })

  test('without a free plan none is chosen, and the team is told that it needs one', async () => {
    api.on('GET /spark/plans', () => ({ body: defaultPlans.filter(({ price }) => price > 0) }))
    const { screen, submit } = await openForm()

    await expect.element(screen.getByText('After that your team needs a plan.', { exact: false })).toBeVisible()
    await submit.click()

    await expect.poll(sent).toMatchObject([{ plan: null }])
  })
})

const underWay = 'The payment is under way. This takes up to half a minute; please stay on this page.'

describe('where a card is wanted up front', () => {
  beforeEach(() => givenPageSettings({ 'card-up-front': 'true', 'payment-frame-url': location.origin }))

  test('the free plan asks for none', async () => {
    const { screen, submit } = await openForm()
    await expect.element(screen.getByRole('radio', { name: 'Free, Free' })).toBeChecked()
    await submit.click()

    await expect.poll(sent).toMatchObject([{ plan: 'free' }])
    expect(screen.getByTitle('Card').elements()).toEqual([])
  })

  test('[STATE2-12] [STATE2-13] [API2F-07] the provider returns a token first, and the registration is sent with it', async () => {
    const form = await openForm()
    await choose(form, 'Starter, £19.00 a month')
    await expect.element(form.screen.getByText(/^£19\.00 a month, charged to your card today/)).toBeVisible()
    const { answer } = await cardFrameIn(form)
    await answer({ type: 'token', token: 'pm_1' })

    await expect.poll(() => form.onSignedIn.mock.calls).toEqual([['/dashboard']])
    expect(sent()).toMatchObject([{ plan: 'starter-monthly', stripe_token: 'pm_1' }])
  })

  test('[STATE2-14] what the provider says of the card stands in its form, nothing is sent, and it is busy no more', async () => {
    const form = await openForm()
    await choose(form, 'Starter, £19.00 a month')
    const { told, answer } = await cardFrameIn(form)

    await answer({ type: 'error', message: 'Your card number is incomplete.' })

    await expect.poll(() => told).toContainEqual({ type: 'show', message: 'Your card number is incomplete.' })
    await expect.element(form.submit).toBeEnabled()
    expect(sent()).toEqual([])
  })

  test('[REG-10] after a decline all that was typed is there, and another card registers', async () => {
    const form = await openForm()
    const { screen } = form
    const declined = { message: 'The given data was invalid.', errors: { stripe_token: ['Your card was declined.'] } }
    const answers = [
      { status: 422, body: declined },
      { status: 201, body: { redirect: '/dashboard' } },
    ]
    api.on('POST /register', () => answers.shift() ?? {})
    await screen.getByLabelText('Email').fill('ann@example.com')
    await choose(form, 'Starter, £19.00 a month')
    const { told, answer } = await cardFrameIn(form)

    await answer({ type: 'token', token: 'pm_bad' })
    await expect.poll(() => told).toContainEqual({ type: 'show', message: 'Your card was declined.' })
    await expect.element(screen.getByLabelText('Email')).toHaveValue('ann@example.com')

    await answer({ type: 'token', token: 'pm_good' })

    await expect.poll(() => form.onSignedIn.mock.calls).toHaveLength(1)
    expect(sent()).toMatchObject([{ stripe_token: 'pm_bad' }, { stripe_token: 'pm_good', email: 'ann@example.com' }])
  })

  test('[REG-02] the coupon of the link is sent, and one that does not count is flagged and left out', async () => {
    const form = await openForm({ coupon: 'SPRING' })
    const { screen } = form
    const refused = { message: 'The given data was invalid.', errors: { coupon: ["No such coupon: 'SPRING'"] } }
    const answers = [
      { status: 422, body: refused },
      { status: 201, body: { redirect: '/dashboard' } },
    ]
    api.on('POST /register', () => answers.shift() ?? {})
    await choose(form, 'Starter, £19.00 a month')
    await expect.element(screen.getByText('Coupon SPRING: 20 % off the first payment.')).toBeVisible()
    const { answer } = await cardFrameIn(form)
    await answer({ type: 'token', token: 'pm_1' })
    await expect.element(screen.getByText('The coupon SPRING is not valid.', { exact: false })).toBeVisible()
    await answer({ type: 'token', token: 'pm_2' })

    await expect.poll(sent).toMatchObject([{ coupon: 'SPRING' }, { coupon: '' }])
  })

  test('[ERR2-12] a coupon of the link that nobody knows is flagged at once, and not sent', async () => {
    const form = await openForm({ coupon: 'AUTUMN' })
    await expect.element(form.screen.getByText('The coupon AUTUMN is not valid.', { exact: false })).toBeVisible()

    await choose(form, 'Starter, £19.00 a month')
    const { answer } = await cardFrameIn(form)
    await answer({ type: 'token', token: 'pm_1' })

    await expect.poll(sent).toMatchObject([{ coupon: '', stripe_token: 'pm_1' }])
  })

  test('while the payment is under way the page says so, and it cannot be sent again', async () => {
    const form = await openForm()
    const reply = Promise.withResolvers<{ status: number; body: object }>()
    api.on('POST /register', () => reply.promise)
    await choose(form, 'Starter, £19.00 a month')
    const { answer } = await cardFrameIn(form)
    await answer({ type: 'token', token: 'pm_1' })

    await expect.element(form.screen.getByRole('status')).toHaveTextContent(underWay)
    await expect.element(form.submit).toBeDisabled()
    reply.resolve({ status: 201, body: { redirect: '/dashboard' } })
    await expect.poll(() => form.onSignedIn.mock.calls).toHaveLength(1)
    expect(sent()).toHaveLength(1)
  })
})
