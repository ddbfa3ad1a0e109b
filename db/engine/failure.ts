/**
 * Why the database refused a statement. Nothing was stored, except possibly by an uncertain commit.
 *
 * `full`: the disk is full; `dangling`: a reference to a row that does not exist, for example because it was deleted
 * meanwhile; `unsuitable`: a value is too large or cannot be stored; `busy`: too much to do; `unreachable`: no
 * connection; `uncertain`: the connection was lost during a commit, which may or may not have happened; `outdated`: a
 * newer version of Vitrine has changed the tables; `other`: the database itself is damaged or misconfigured.
 */
export type Failure = 'full' | 'dangling' | 'unsuitable' | 'busy' | 'unreachable' | 'uncertain' | 'outdated' | 'other'
