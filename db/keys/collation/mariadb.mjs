import { execFileSync } from 'node:child_process'

/**
 * Runs SQL in a running MariaDB, with the script's own arguments passed to the `mariadb` client.
 *
 * @returns the rows of all answers, each a list of its columns as text.
 */
export function query (sql) {
  const options = ['--default-character-set=utf8mb4', '--batch', '--skip-column-names']
  const run = { input: sql, maxBuffer: 1 << 28, encoding: 'utf8' }
  const output = execFileSync('mariadb', [...process.argv.slice(2), ...options], run)
  return output.split('\n').slice(0, -1).map(line => line.split('\t'))
}
