/**
 * Why the database refused a statement: its disk is full; a reference to a row that does not exist, such as one that
 * was deleted meanwhile; what was to be stored is too much or not storable; it has too much to do; it cannot be
 * reached; the connection was lost during a commit, and whether that took place is not known; a newer version of
 * Vitrine has changed its tables; or the database itself is out of order. Nothing was stored, except perhaps by an
 * uncertain commit.
 */
export type Failure = 'full' | 'dangling' | 'unsuitable' | 'busy' | 'unreachable' | 'uncertain' | 'outdated' | 'other'
