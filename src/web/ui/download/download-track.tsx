import classes from './download-track.module.css';

interface DownloadTrackProps {
  label: string;
  percent: number;
}

/** The progress of a download, along the lower edge of its container. */
export const DownloadTrack = ({ label, percent }: DownloadTrackProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={percent}
    aria-valuemin={0}
    aria-valuemax={100}
    className={classes['track']}
  >
    <div className={classes['fill']} style={{ inlineSize: `${percent}%` }} />
  </div>
);
