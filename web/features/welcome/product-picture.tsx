import { useComputedColorScheme } from '@mantine/core'
import darkAvif from '#web/features/welcome/product/dark.avif'
import darkWebp from '#web/features/welcome/product/dark.webp'
import lightAvif from '#web/features/welcome/product/light.avif'
import lightWebp from '#web/features/welcome/product/light.webp'
import styles from '#web/features/welcome/product-picture.module.css'

const pictures = { light: { avif: lightAvif, webp: lightWebp }, dark: { avif: darkAvif, webp: darkWebp } }

/** The product with sample data, in the colours of the page; it is loaded when it comes near. */
export const ProductPicture = () => {
  const { avif, webp } = pictures[useComputedColorScheme('light', { getInitialValueInEffect: false })]
  return (
    <picture>
      <source srcSet={avif} type="image/avif" />
      <img
        src={webp}
        width={1280}
        height={960}
        loading="lazy"
        decoding="async"
        className={styles.picture}
        alt="The first page of a team: what is due in numbers, and its newest files with their pictures, sites and categories"
      />
    </picture>
  )
}
