/** Announces why something was not sent or saved. Without a text it takes no room. */
export const FormError = ({ text, className = '' }: { text: string | undefined; className?: string }) => (
  <p role="alert" className={`font-medium text-bad empty:hidden ${className}`}>
    {text}
  </p>
)
