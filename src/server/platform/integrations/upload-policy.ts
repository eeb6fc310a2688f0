/** What an identity that only puts never needs. A list, because Ceph 16 ignores `NotAction` in a statement that denies. */
const NEVER = [
  's3:Get*',
  's3:List*',
  's3:Delete*',
  's3:PutBucket*',
  's3:PutObjectAcl',
  's3:PutObjectVersionAcl',
  's3:PutObjectTagging',
  's3:AbortMultipartUpload',
];

/**
 * The bucket's policy: this identity may put objects whose owner is the bucket's, and nothing else. The denials matter
 * because an object otherwise belongs to whoever put it, who may then read and publish it.
 */
export function uploadPolicy(bucket: string, principal: string, acl: string): string {
  const objects = `arn:aws:s3:::${bucket}/*`;
  const who = { Principal: { AWS: [principal] } };
  const putting = { ...who, Action: ['s3:PutObject'], Resource: [objects] };
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', ...putting },
      { Effect: 'Deny', ...putting, Condition: { StringNotEquals: { 's3:x-amz-acl': acl } } },
      { Effect: 'Deny', ...who, Action: NEVER, Resource: [`arn:aws:s3:::${bucket}`, objects] },
    ],
  });
}
