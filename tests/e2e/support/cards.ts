import type { FrameLocator, Page } from '@playwright/test'

/** Test cards of the payment sandbox, by how their bank behaves. */
export const testCards = {
  good: '4242 4242 4242 4242',
  other: '5555 5555 5555 4444',
  declined: '4000 0000 0000 0002',
  confirmed: '4000 0027 6000 3184',
}

/** The frame of the payment provider in which a card is typed. */
export const cardFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Card"]')

/** Types a card into the provider's frame. */
export const typeCard = async (page: Page, number: string): Promise<void> => {
  const frame = cardFrame(page)
  await frame.getByLabel("Cardholder's name").fill('Ann Archer')
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Month').fill('12')
  await frame.getByLabel('Year').fill('2034')
  await frame.getByLabel('CVC').fill('123')
  await frame.getByLabel('ZIP / postal code').fill('EC1A 1BB')
}

/** The page as the server writes it with CARD_UP_FRONT=true. */
export const wantCardUpFront = (page: Page) =>
  page.addInitScript(() => {
    const change = (_: unknown, observer: MutationObserver) => {
      const meta = document.querySelector<HTMLMetaElement>('meta[name="siteledger:card-up-front"]')
      if (!meta) return
      meta.content = 'true'
      observer.disconnect()
    }
    new MutationObserver(change).observe(document, { childList: true, subtree: true })
  })
