import type { AgeGroup, Gender, sizeSystems } from '#contract/catalog/audience.ts'

type Word = Gender | AgeGroup | (typeof sizeSystems)[number]

/** Systems of sizes are named as they are. */
const labels: Partial<Record<Word, string>> = {
  female: 'Women and girls',
  male: 'Men and boys',
  unisex: 'Everyone',
  adult: 'Adults',
  kids: 'Children, 5 to 13 years',
  toddler: 'Toddlers, 1 to 5 years',
  infant: 'Infants, 3 to 12 months',
  newborn: 'Newborns, up to 3 months',
}

interface AudienceOptionsProps {
  words: readonly Word[]
  /** the choice of none */
  none: string
}

/** The options of a field for a gender, an age group or a system of sizes. */
export function AudienceOptions({ words, none }: AudienceOptionsProps) {
  return (
    <>
      <option value="">{none}</option>
      {words.map((word) => (
        <option key={word} value={word}>
          {labels[word] ?? word}
        </option>
      ))}
    </>
  )
}
