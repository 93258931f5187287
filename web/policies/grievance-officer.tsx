import { useStoreConfig } from '../layout/store-config.ts'

/** Names the grievance officer, as Indian law requires; nothing when none is configured. */
export function GrievanceOfficer() {
  const { grievanceOfficer } = useStoreConfig()
  if (grievanceOfficer === null) return null
  return <p>For complaints, contact our grievance officer: {grievanceOfficer.replace(/\.$/, '')}.</p>
}
