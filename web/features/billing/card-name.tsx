import { BrandIcon } from '#web/features/billing/brand-icon.tsx'
import styles from '#web/features/billing/card-name.module.css'
import { cardName } from '#web/features/billing/plan-words.ts'

/** A card by its brand and last four digits. */
export const CardName = ({ brand, lastFour }: { brand: string | null; lastFour: string | null }) => (
  <span className={styles.card}>
    <BrandIcon brand={brand} />
    {cardName(brand ?? '', lastFour)}
  </span>
)
