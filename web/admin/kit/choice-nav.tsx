import { Link } from 'react-router'

interface Choice {
  readonly to: string
  readonly label: string
  readonly isCurrent: boolean
}

interface ChoiceNavProps {
  label: string
  choices: readonly Choice[]
  /** of the list */
  className?: string
  /** a choice leaves no entry in the history */
  replace?: boolean
}

/** Links that show the same screen with another choice. */
export const ChoiceNav = ({ label, choices, className = '', replace = false }: ChoiceNavProps) => (
  <nav aria-label={label}>
    <ul className={`flex gap-x-6 ${className}`}>
      {choices.map(({ to, label: choice, isCurrent }) => (
        <li key={to}>
          <Link
            to={to}
            replace={replace}
            preventScrollReset
            aria-current={isCurrent ? 'true' : undefined}
            className={`inline-flex min-h-11 items-center ${isCurrent ? 'dashed-underline font-semibold text-thread' : 'text-soft hover:text-ink'}`}
          >
            {choice}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
