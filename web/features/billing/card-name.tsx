import type { ReactNode } from 'react'
import styles from '#web/features/billing/card-name.module.css'
import { cardName } from '#web/features/billing/plan-words.ts'

const word = (text: string, fill: string, italic = false) => (
  <text
    x="19"
    y="16.5"
    textAnchor="middle"
    fontFamily="Arial, Helvetica, sans-serif"
    fontSize="11"
    fontWeight="700"
    fontStyle={italic ? 'italic' : 'normal'}
    fill={fill}
  >
    {text}
  </text>
)

/** Brands as they are recognised at a glance, on a card of 38 by 24. */
const marks: Record<string, { ground: string; mark: ReactNode }> = {
  visa: { ground: '#fff', mark: word('VISA', '#1a1f71', true) },
  amex: { ground: '#016fd0', mark: word('AMEX', '#fff') },
  mastercard: {
    ground: '#fff',
    mark: (
      <>
        <circle cx="15" cy="12" r="7" fill="#eb001b" />
        <circle cx="23" cy="12" r="7" fill="#f79e1b" />
        <path d="M19 6.3a7 7 0 0 1 0 11.4 7 7 0 0 1 0-11.4Z" fill="#ff5f00" />
      </>
    ),
  },
}

const unknown = { ground: '#eef1f3', mark: <path d="M0 6h38v4H0zM4 16h9" fill="#52616a" stroke="#52616a" /> }

/** The brand of a card as a picture; decorative, for its name stands beside it. */
const BrandIcon = ({ brand }: { brand: string | null }) => {
  const { ground, mark } = marks[brand ?? ''] ?? unknown
  return (
    <svg width="38" height="24" viewBox="0 0 38 24" aria-hidden="true" focusable="false" className={styles.icon}>
      <rect width="38" height="24" rx="3" fill={ground} />
      {mark}
    </svg>
  )
}

/** A card by its brand and last four digits. */
export const CardName = ({ brand, lastFour }: { brand: string | null; lastFour: string | null }) => (
  <span className={styles.card}>
    <BrandIcon brand={brand} />
    {cardName(brand ?? '', lastFour)}
  </span>
)
