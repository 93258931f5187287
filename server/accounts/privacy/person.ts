/** Whose data is exported or deleted. */
export interface Person {
  /** null: without an account */
  readonly userId: string | null
  /** ten digits */
  readonly phones: readonly string[]
  readonly emails: readonly string[]
}
