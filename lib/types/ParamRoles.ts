/**
 * What the parameters of a path name.
 *
 * | path | `own` | `parents` |
 * |---|---|---|
 * | `/projects/:project/tasks/:id` | `id` | `project` |
 * | `/posts/:id{/:slug}`, which leads to the same without its slug | `id` | |
 * | `/users/:id/company` | | `id` |
 */
export interface ParamRoles {
  /** The parameter that names what the path leads to. */
  readonly own?: string | undefined;
  /** Those that name what stands above that. */
  readonly parents: readonly string[];
}
