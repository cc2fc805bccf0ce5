import { Bone, Loading } from '../../shared/ui/skeleton.tsx';

export function FormSkeleton() {
  return (
    <Loading label="Loading the form" isTall>
      <Bone width="60%" height="2rem" />
      {['first', 'second', 'third', 'fourth'].map((field) => (
        <Bone key={field} height="4.5rem" />
      ))}
    </Loading>
  );
}
