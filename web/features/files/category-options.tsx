import type { CategoryChoice } from '#schemas/resources/categories.ts'
import styles from '#web/features/files/category-options.module.css'

/** Options that a search matches by their whole path, 'Fire / Alarms', and that render as a tree. */
export const categoryOptions = (categories: readonly CategoryChoice[]) =>
  categories.map(({ id, path }) => ({ value: id, label: path }))

/** One row of the tree, indented by its level; `note` precedes the name. */
export const CategoryOption = ({ category }: { category: CategoryChoice }) => (
  <span className={styles.option} data-depth={category.depth}>
    {category.name}
  </span>
)
