import { describe, expect, it } from 'vitest'
import { sandboxWorld } from '#tests/support/payment-sandbox.ts'

const open = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('the frames of the payment sandbox', () => {
  it('[ENT2-17] ask for a card where the app shows them, and nowhere else', async () => {
    const { sandbox } = await sandboxWorld()

    const { status, headers, text } = await open(`${sandbox.url}/card`)

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain('frame-ancestors http://localhost:3000')
    expect(text).toContain('data-app-origin="http://localhost:3000" data-key="pk_test_sandbox"')
    const names = [...text.matchAll(/<input[^>]* name="(\w+)"|<input name="(\w+)"/g)].map(
      ([, one, other]) => one ?? other,
    )
    expect(names).toEqual(['name', 'number', 'month', 'year', 'cvc', 'zip'])
    for (const [, file] of text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await open(`${sandbox.url}${file}`)).status).toBe(200)
    }
    expect((await open(`${sandbox.url}/frames/../sandbox.ts`)).status).toBe(404)
  })

  it('ask the holder of a card to confirm a payment', async () => {
    const { stripe, sandbox, price, customer, secretOf } = await sandboxWorld()
    const { id } = await customer('pm_card_authenticationRequired')
    const subscription = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: (await price('team', 2900)).id }],
    })
    const secret = await secretOf(subscription.id)

    const page = await open(`${sandbox.url}/confirm?client_secret=${secret}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Do you confirm a payment of £29.00?')
    expect((await open(`${sandbox.url}/confirm?client_secret=${secret}x`)).status).toBe(404)
    expect((await open(`${sandbox.url}/confirm`)).status).toBe(404)
  })
})
