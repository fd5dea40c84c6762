/** The number of comments, next to a small bubble. */
export function CommentCount({ count }: { count: number }) {
  return (
    <span className="comment-count">
      <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
        <path
          d="M2.5 3h11v8h-6L4.5 13.5V11h-2z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinejoin="round"
        />
      </svg>
      {count}
      <span className="visually-hidden">{count === 1 ? 'comment' : 'comments'}</span>
    </span>
  );
}
