print("cutlist")
