import type { CategoryChoice } from '#schemas/resources/categories.ts'
import styles from '#web/features/files/category-options.module.css'

/** Choices that are found by their whole path, 'Fire / Alarms', and drawn as a tree. */
export const categoryOptions = (categories: readonly CategoryChoice[]) =>
  categories.map(({ id, path }) => ({ value: id, label: path }))

/** One line of the tree, set in by its level; `note` stands before it. */
export const CategoryOption = ({ category }: { category: CategoryChoice }) => (
  <span className={styles.option} data-depth={category.depth}>
    {category.name}
  </span>
)
